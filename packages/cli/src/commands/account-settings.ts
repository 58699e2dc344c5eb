/** Options for the settings of an account. Their rules come from the contract. */
import { schemas } from '@guidebook/contracts'
import { definedFields } from '../arguments.ts'
import type { Arguments, Values } from '../command.ts'

const { properties } = schemas.accountCreation

/** Options of an update; creation requires them. */
export const identityChanges = {
  name: { type: 'string', valueHint: 'text', description: 'Name of the organisation', schema: properties.name },
  email: {
    type: 'string',
    valueHint: 'address',
    description: 'E-mail address for notices',
    schema: properties.email,
  },
  type: { type: 'enum', options: [...schemas.accountTypes], description: 'Operator or reseller' },
} as const satisfies Arguments

export const identityArguments = {
  name: { ...identityChanges.name, required: true },
  email: { ...identityChanges.email, required: true },
  type: { ...identityChanges.type, required: true },
} as const satisfies Arguments

export const settingArguments = {
  language: { type: 'string', valueHint: 'code', description: 'Language of the account, two letters (default: en)' },
  'time-zone': {
    type: 'string',
    valueHint: 'zone',
    description: 'Time zone of its days, such as Europe/Zurich (default: UTC)',
  },
  'primary-color': { type: 'string', valueHint: '#rrggbb', description: 'Primary colour of the brand' },
  'secondary-color': { type: 'string', valueHint: '#rrggbb', description: 'Secondary colour of the brand' },
  logo: { type: 'string', valueHint: 'url', description: 'Address of the logo; an empty text removes it' },
  paper: { type: 'enum', options: [...schemas.papers], description: 'Paper size of roadbooks (default: A4)' },
  'ios-url': { type: 'string', valueHint: 'url', description: 'The app in the App Store; an empty text removes it' },
  'android-url': { type: 'string', valueHint: 'url', description: 'The app at Google Play; an empty text removes it' },
} as const satisfies Arguments

/** An empty text removes the setting. */
const removable = (text: string | undefined): string | null | undefined => (text === '' ? null : text)

const unlessEmpty = <T extends object>(fields: T): T | undefined =>
  Object.keys(fields).length === 0 ? undefined : fields

/** The fields of the body whose options are present. */
export const settingsOf = (values: Values<typeof settingArguments>) =>
  definedFields({
    defaultLang: values.language,
    timeZone: values['time-zone'],
    colors: unlessEmpty(definedFields({ primary: values['primary-color'], secondary: values['secondary-color'] })),
    logo: removable(values.logo),
    roadbook: values.paper && { paper: values.paper },
    app: unlessEmpty(
      definedFields({ iosUrl: removable(values['ios-url']), androidUrl: removable(values['android-url']) }),
    ),
  })
