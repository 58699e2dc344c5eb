/** Options for the settings of an account. Their rules come from the contract. */
import { schemas } from '@guidebook/contracts'
import { choice, definedFields, option, type Values } from '../arguments.ts'

const { properties } = schemas.accountCreation

/** Options of an update; creation requires them. */
export const identityChanges = {
  name: option('text', 'Name of the organisation', { schema: properties.name }),
  email: option('address', 'E-mail address for notices', { schema: properties.email }),
  type: choice(schemas.accountTypes, 'Operator or reseller'),
} as const

export const settingArguments = {
  language: option('code', 'Language of the account, two letters (default: en)'),
  'time-zone': option('zone', 'Time zone of its days, such as Europe/Zurich (default: UTC)'),
  'primary-color': option('#rrggbb', 'Primary colour of the brand'),
  'secondary-color': option('#rrggbb', 'Secondary colour of the brand'),
  logo: option('url', 'Address of the logo; an empty text removes it'),
  paper: choice(schemas.papers, 'Paper size of roadbooks (default: A4)'),
  'emergency-phone': option('number', 'Telephone number for emergencies, day and night; an empty text removes it'),
  'ios-url': option('url', 'The app in the App Store; an empty text removes it'),
  'android-url': option('url', 'The app at Google Play; an empty text removes it'),
} as const

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
    emergencyPhone: removable(values['emergency-phone']),
    app: unlessEmpty(
      definedFields({ iosUrl: removable(values['ios-url']), androidUrl: removable(values['android-url']) }),
    ),
  })
