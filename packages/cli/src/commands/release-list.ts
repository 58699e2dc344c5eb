import { operations, type QueryOf, schemas } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import type { Session } from '../admin/session.ts'
import { accountArgument, choice, definedFields, option, positional, wholeNumber } from '../arguments.ts'
import { reading } from '../command.ts'
import { type Cell, table } from '../output/layout.ts'
import { stateOf } from './show-release.ts'

/** Releases for people; `--limit` shows up to a page. */
const usualLimit = 50

const limitOption = { limit: option('count', `Number of releases, at most 200 (default: ${usualLimit})`) } as const

async function listed(
  session: Session,
  accountName: string,
  query: Omit<QueryOf<typeof operations.listReleasesForSupport>, 'limit' | 'cursor'>,
  limitText: string | undefined,
) {
  const limit = limitText === undefined ? usualLimit : wholeNumber('--limit', limitText, { min: 1, max: 200 })
  const { id } = await findAccount(session, accountName)
  const found = await session.read(operations.listReleasesForSupport, {
    params: { account_id: id },
    query: { ...query, limit },
  })
  const rows = found.items.map((record): Cell[] => [
    record.downloadCode,
    record.sellerDownloadCode,
    stateOf({ record, revokedAt: null }),
    record.startdate,
    record.enddate,
    record.bundleName,
    record.link,
  ])
  return {
    json: found,
    show:
      rows.length === 0
        ? 'No releases.'
        : table(['CODE', 'SELLER CODE', 'STATE', 'FROM', 'UNTIL', 'TITLE', 'LINK'], rows),
    notes: found.nextCursor === null ? [] : [`Only the newest ${limit} are shown.`],
  }
}

export const list = reading({
  summary: 'List the newest releases that an account operates or sells',
  args: {
    account: accountArgument,
    state: choice(schemas.releaseStates, 'Only releases in this state'),
    from: option('day', 'Only releases whose period ends on this day or later'),
    to: option('day', 'Only releases whose period starts on this day or earlier'),
    ...limitOption,
  },
  examples: ['guidebook release list ABC --state active'],
  read: ({ account, state, from, to, limit }, session) =>
    listed(session, account, definedFields({ state, from, to }), limit),
})

export const search = reading({
  summary: 'Search the releases of an account by words of the title, or the first digits of a code',
  args: {
    account: accountArgument,
    text: positional('Words of the title, or the first digits of a code'),
    ...limitOption,
  },
  examples: ['guidebook release search ABC "alta via"', 'guidebook release search ABC 2024'],
  read: ({ account, text, limit }, session) => listed(session, account, { q: text }, limit),
})
