import { eventually } from '@guidebook/service-kit/test'
import { describe, it } from 'vitest'
import { type Lacking, mailboxFixture } from './mailbox-fixture.ts'
import type { Trap } from './trap-proxy.ts'

const isSoak = process.env.SOAK !== undefined
const tagged = /^\w+ (OK|NO|BAD) .*\r\n$/m

type Point = [about: string, where: 'imapProxy' | 'databaseProxy', trap: Trap]
const everywhere: Point[] = [
  ['half of a mail has arrived', 'imapProxy', { command: /UID FETCH \d+ .*BODY/, when: 'halfway' }],
  ['a fetched mail is about to be stored', 'databaseProxy', { command: /insert into mails/, when: 'before' }],
  ['a fetched mail has been stored', 'databaseProxy', { command: /insert into mails/, when: 'answered' }],
  [
    'a planned move has been stored',
    'databaseProxy',
    { command: /update "mails" set "filing_folder"/, when: 'answered' },
  ],
  [
    'a finished move is about to be stored',
    'databaseProxy',
    { command: /update mails m set filed_to/, when: 'before' },
  ],
  ['the server waits (IDLE)', 'imapProxy', { command: /IDLE/, when: 'answered' }],
]
const moving: Point[] = [
  ['a mail is about to be moved', 'imapProxy', { command: /UID MOVE/, when: 'before' }],
  ['a mail has been moved', 'imapProxy', { command: /UID MOVE/, when: 'answered', answer: tagged }],
]
const copying: Point[] = [
  ['a mail has been copied', 'imapProxy', { command: /UID COPY/, when: 'answered', answer: tagged }],
  ['a copied mail has been marked', 'imapProxy', { command: /UID STORE/, when: 'answered', answer: tagged }],
  ['a marked mail has been removed', 'imapProxy', { command: /EXPUNGE/, when: 'answered', answer: tagged }],
]
const variants: [name: string, lacking: Lacking, points: Point[]][] = isSoak
  ? [
      ['a server that moves', [], [...everywhere, ...moving]],
      ['a server that copies and removes', ['MOVE'], [...everywhere, ...copying]],
      ['a server that removes all that is marked', ['MOVE', 'UIDPLUS'], [...everywhere, ...copying]],
    ]
  : [['a server that copies and removes', ['MOVE'], copying.slice(0, 1)]]

/** A process is killed, so what it had in memory is lost. A replica that stands by in this process takes over. */
describe.each(variants)('%s', (_name, lacking, points) => {
  it('no mail is lost or duplicated when the leader is killed, and another replica takes over within a minute', {
    timeout: 90_000 * points.length,
  }, async () => {
    await using fixture = await mailboxFixture({ lacking })
    for (const [, where, trap] of points) {
      const leader = await fixture.spawn()
      await eventually(() => fixture.imapProxy.said() !== '', { timeoutMs: 60_000 })
      const standby = await fixture.start()
      const killed = fixture[where].set(trap, () => leader.kill())
      const sent = await (isSoak ? fixture.send(5) : fixture.send(1, ['Quarantine']))
      await killed
      await leader.exited
      // A mail that it was handling is handled again when its lease ends, which is not tested here.
      await fixture.database.knex('mails').update({ leased_until: null })
      await fixture.filed(sent)
      await standby.stop()
    }
  })
})
