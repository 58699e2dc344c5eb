/** The steps of a new release, and the fields of each. */
import type { PortalTexts } from '@guidebook/messages/portal'
import { type Faults, formerPointer } from '../../api/faults.ts'
import { accommodationPointers } from '../accommodation-draft.ts'
import { type Draft, itemPointers } from './draft.ts'

export type Step = 'guidebook' | 'booking' | 'content' | 'check'

export const stepsOf = ({ customized }: Pick<Draft, 'customized'>): Step[] =>
  customized ? ['guidebook', 'booking', 'content', 'check'] : ['guidebook', 'booking', 'check']

export const titleOf = (step: Step, t: PortalTexts): string =>
  ({ guidebook: t.guidebookAndKind, booking: t.bookingAndDates, content: t.content, check: t.checkAndCreate })[step]

/** The JSON Pointers of the fields of a step. */
const pointersOf = (step: Step, { accommodation, text, additionalAssets }: Draft): string[] =>
  ({
    guidebook: ['/guidebookExternalId', '/resellerOid', '/sellerDownloadCode'],
    booking: ['/downloadCode', '/lang', '/devices', '/startdate', '/enddate', '/arrivaldate', '/departuredate'],
    content: [
      ...accommodationPointers('/accommodation', accommodation.length),
      ...itemPointers('/text', text.length),
      ...itemPointers('/additionalAssets', additionalAssets.length),
      '/email',
    ],
    check: [],
  })[step]

/** The pointers of all fields of a draft. */
export const fieldPointers = (draft: Draft): string[] => stepsOf(draft).flatMap((step) => pointersOf(step, draft))

/** The faults of the fields that are as they were sent. */
export const remainingFaults = (faults: Faults, sent: Draft, draft: Draft): Faults => ({
  ...faults,
  at: (pointer) => {
    const former = formerPointer(sent, draft, pointer)
    return former !== null && valueAt(sent, former) === valueAt(draft, pointer) ? faults.at(former) : undefined
  },
})

export const faultySteps = (draft: Draft, { at }: Pick<Faults, 'at'>): Step[] =>
  stepsOf(draft).filter((step) => pointersOf(step, draft).some((pointer) => at(pointer) !== undefined))

/** The draft has the names of the request. */
const valueAt = (draft: Draft, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], draft)
