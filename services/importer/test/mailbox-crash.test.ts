import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Folder, folders } from '../src/mailbox/folders.ts'
import { type Lacking, type MailboxFixture, mailboxFixture } from './mailbox-fixture.ts'
import type { Trap, TrapProxy } from './trap-proxy.ts'

const tagged = /^\w+ (OK|NO|BAD) .*\r\n$/m
/** Every moment at which the connection to the mail server can end. */
const atServer = {
  'a mail is fetched': { command: /UID FETCH \d+ .*BODY/, when: 'before' },
  'half of a mail has arrived': { command: /UID FETCH \d+ .*BODY/, when: 'halfway' },
  'all of a mail has arrived except its end': { command: /UID FETCH \d+ .*BODY/, when: 'answered', answer: tagged },
  'the inbox is searched': { command: /UID SEARCH/, when: 'answered', answer: tagged },
  'the numbers of a folder are requested': { command: /STATUS/, when: 'before' },
  'the server waits (IDLE)': { command: /IDLE/, when: 'answered' },
} satisfies Record<string, Trap>
const withMove = {
  'a mail is about to be moved': { command: /UID MOVE/, when: 'before' },
  'a mail has been moved': { command: /UID MOVE/, when: 'answered', answer: tagged },
} satisfies Record<string, Trap>
const withoutMove = {
  'a mail is about to be copied': { command: /UID COPY/, when: 'before' },
  'a mail has been copied': { command: /UID COPY/, when: 'answered', answer: tagged },
  'a copied mail is about to be marked': { command: /UID STORE/, when: 'before' },
  'a copied mail has been marked': { command: /UID STORE/, when: 'answered', answer: tagged },
  'a marked mail is about to be removed': { command: /EXPUNGE/, when: 'before' },
  'a marked mail has been removed': { command: /EXPUNGE/, when: 'answered', answer: tagged },
} satisfies Record<string, Trap>
/** Before and after each statement that stores progress. */
const atDatabase = {
  'a fetched mail is about to be stored': { command: /insert into mails/, when: 'before' },
  'a fetched mail has been stored': { command: /insert into mails/, when: 'answered' },
  'a planned move is about to be stored': { command: /update "mails" set "filing_folder"/, when: 'before' },
  'a planned move has been stored': { command: /update "mails" set "filing_folder"/, when: 'answered' },
  'a finished move is about to be stored': { command: /update mails m set filed_to/, when: 'before' },
  'a finished move has been stored': { command: /update mails m set filed_to/, when: 'answered' },
} satisfies Record<string, Trap>

const isSoak = process.env.SOAK !== undefined
const rounds = isSoak ? 10 : 1
/** What a mail's list leads to is not tested here, so the short form sends no list that is read. */
const destinations: readonly Folder[] = isSoak ? folders : ['Failed', 'Quarantine']
/** In the short form the other servers are only tested where they differ from the first one. */
const alsoCommon = isSoak ? atServer : {}
/** In the short form each of the two servers without MOVE is tested at every second point. */
const everySecond = (points: Record<string, Trap>, first: 0 | 1) =>
  isSoak ? points : Object.fromEntries(Object.entries(points).filter((_, index) => index % 2 === first))
/** In the short form the database connection ends only after something is stored and before the importer learns it. */
const stored = Object.fromEntries(
  Object.entries<Trap>(atDatabase).filter(([, { when }]) => isSoak || when === 'answered'),
)
const variants = [
  { name: 'a server that moves', lacking: [], points: { ...atServer, ...withMove }, database: stored },
  {
    name: 'a server that copies and removes',
    lacking: ['MOVE'],
    points: { ...alsoCommon, ...everySecond(withoutMove, 0) },
    database: isSoak ? atDatabase : {},
  },
  {
    name: 'a server that removes all that is marked',
    lacking: ['MOVE', 'UIDPLUS'],
    points: { ...alsoCommon, ...everySecond(withoutMove, 1) },
    database: isSoak ? atDatabase : {},
  },
] satisfies { name: string; lacking: Lacking; points: Record<string, Trap>; database: Record<string, Trap> }[]

describe.each(variants)('$name', { timeout: 30_000 * rounds }, ({ lacking, points, database }) => {
  let fixture: MailboxFixture
  beforeAll(async () => {
    fixture = await mailboxFixture({ lacking })
    await fixture.start()
  })
  afterAll(() => fixture?.[Symbol.asyncDispose]())

  const survive = async (proxy: TrapProxy, trap: Trap) => {
    for (let round = 0; round < rounds; round++) {
      const sprung = proxy.set(trap)
      const sent = await fixture.send(1, destinations)
      await sprung
      await fixture.filed(sent)
    }
  }

  it.each(Object.entries<Trap>(points))(
    'no mail is lost or duplicated when the connection ends as %s',
    async (_, trap) => {
      await survive(fixture.imapProxy, trap)
    },
  )

  if (Object.keys(database).length === 0) return
  it.each(Object.entries<Trap>(database))(
    'no mail is lost or duplicated when the database connection ends as %s',
    async (_, trap) => {
      await survive(fixture.databaseProxy, trap)
    },
  )
})
