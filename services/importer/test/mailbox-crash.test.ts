import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Lacking, type MailboxFixture, mailboxFixture } from './mailbox-fixture.ts'
import type { Trap, TrapProxy } from './trap-proxy.ts'

const tagged = /^\w+ (OK|NO|BAD) .*\r\n$/m
/** Everywhere that the importer's talk with the mail server can end. */
const atServer = {
  'a mail is fetched': { command: /UID FETCH \d+ .*BODY/, when: 'before' },
  'half of a mail has come': { command: /UID FETCH \d+ .*BODY/, when: 'halfway' },
  'all of a mail has come but its end': { command: /UID FETCH \d+ .*BODY/, when: 'answered', answer: tagged },
  'the inbox is searched': { command: /UID SEARCH/, when: 'answered', answer: tagged },
  'a folder is asked for its numbers': { command: /STATUS/, when: 'before' },
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
/** Around what the importer writes down. */
const atDatabase = {
  'a stored mail is about to be noted': { command: /insert into mails/, when: 'before' },
  'a stored mail has been noted': { command: /insert into mails/, when: 'answered' },
  'a move is about to be written down': { command: /update "mails" set "filing_folder"/, when: 'before' },
  'a move has been written down': { command: /update "mails" set "filing_folder"/, when: 'answered' },
  'a moved mail is about to be noted': { command: /update mails m set filed_to/, when: 'before' },
  'a moved mail has been noted': { command: /update mails m set filed_to/, when: 'answered' },
} satisfies Record<string, Trap>

const isSoak = process.env.SOAK !== undefined
const rounds = isSoak ? 10 : 1
/** In the short form the other servers are only tried where they differ from the first. */
const alsoCommon = isSoak ? atServer : {}
/** In the short form each of the two servers without MOVE is tried at every second point. */
const everySecond = (points: Record<string, Trap>, first: 0 | 1) =>
  isSoak ? points : Object.fromEntries(Object.entries(points).filter((_, index) => index % 2 === first))
/** In the short form the database goes only where something has been written down and the importer does not learn it. */
const unlearnt = Object.fromEntries(
  Object.entries<Trap>(atDatabase).filter(([, { when }]) => isSoak || when === 'answered'),
)
const variants = [
  { name: 'a server that moves', lacking: [], points: { ...atServer, ...withMove }, database: unlearnt },
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
      const sent = await fixture.send(1)
      await sprung
      await fixture.filed(sent)
    }
  }

  it.each(Object.entries<Trap>(points))(
    'nothing is lost or doubled when the connection ends as %s',
    async (_, trap) => {
      await survive(fixture.imapProxy, trap)
    },
  )

  if (Object.keys(database).length === 0) return
  it.each(Object.entries<Trap>(database))(
    'nothing is lost or doubled when the database goes as %s',
    async (_, trap) => {
      await survive(fixture.databaseProxy, trap)
    },
  )
})
