/**
 * Statements that name no account, each by a part of its text without constants, and why they need not. PostgreSQL's statistics hold no
 * constants, so a condition like `state = 'queued'` does not show that its partial index serves it: `index` names that index.
 */
export interface Exception {
  statement: string
  because: string
  index?: string
  /** Only long work runs it, so the other tests may not have run it. */
  isRare?: true
}

const sweeps: Exception[] = [
  {
    statement: 'WHERE ctid = ANY (ARRAY(',
    because: 'the sweepers delete expired rows of all accounts, by an index on their time',
    index: 'sent_messages_sent_at',
  },
  {
    statement: 'from artifacts where used_at < now()',
    because: 'the artifacts of all accounts that were not used for a day are looked at',
    index: 'artifacts_used_at',
  },
]

const claims: Exception[] = [
  {
    statement: 'UPDATE outgoing_mails SET next_attempt_at = now()',
    because: 'the next mail of any account is claimed',
    index: 'outgoing_mails_waiting',
  },
  {
    statement: 'min(due_at) as due_at from guidebook_changes where due_at <= now()',
    because: 'the guidebooks that changed, of any account, are announced',
    index: 'guidebook_changes_due',
  },
  {
    statement: 'with due as ( select account, item_id from item_changes where due_at <= now()',
    because: 'the items that changed, of any account, are announced',
    index: 'item_changes_due',
  },
  {
    statement: 'with recursive waiting as ( (select account from builds where state =',
    because: 'the next build of any account is claimed; then the account is known',
    index: 'builds_queued',
  },
  {
    statement: 'update builds set losses = losses +',
    because: 'builds of any account whose process died are queued again',
    index: 'builds_running',
  },
  {
    statement: 'update builds set lease_until = now()',
    because: 'a lease is renewed by its id; only running builds are in the index',
    isRare: true,
    index: 'builds_running',
  },
  {
    statement: 'with recursive waiting (account) as ( (select account from deliveries where state =',
    because: 'the next deliveries of any account are claimed; then the accounts are known',
    index: 'deliveries_due',
  },
  {
    statement: 'with due as ( select w.id, w.nth, e.account, e.served_at',
    because: 'deliveries of the claimed accounts; they are updated by their ids',
    index: 'deliveries_due',
  },
  {
    statement: 'with settled as ( select * from json_to_recordset(',
    because: 'results of deliveries are stored by their ids',
    index: 'deliveries_pkey',
  },
]

const metrics: Exception[] = [
  { statement: 'FROM (SELECT FROM outbox LIMIT', because: 'messages that wait in the outbox, which is short' },
  { statement: 'from (select from unsettled_commands limit', because: 'commands without a reply, which are few' },
  { statement: 'FROM now() - min(created_at)),', because: 'messages that wait in the outbox' },
  {
    statement: 'from (select from builds where state =',
    because: 'builds of all accounts that have not ended',
    index: 'builds_queued',
  },
  {
    statement: 'counted) as due',
    because: 'deliveries of all accounts that are due',
    index: 'deliveries_due',
  },
  { statement: 'as s (state) left join endpoints e', because: 'endpoints by state' },
  {
    statement: 'from mails where filed_to is null and filing_fault is not null',
    because: 'mails that the server refuses to move',
    index: 'mails_to_file',
  },
]

const lookUps: Exception[] = [
  {
    statement: 'join api_keys k on k.hash = decode(asked.hash,',
    because: 'the account of an API key is unknown before',
    index: 'api_keys_hash',
  },
  {
    statement: 'update api_keys set last_used_at =',
    because: 'the uses of the keys of all accounts are recorded together, by their ids',
    index: 'api_keys_pkey',
  },
  {
    statement: 'SELECT *, sum(bytes) OVER page - bytes AS "bytesBefore"',
    because: 'the list of a seller has releases of all operators that share with it',
    index: 'releases_of_seller',
  },
]

const importer: Exception[] = [
  {
    statement: 'where "c"."sent_at" <=',
    because: 'commands without a reply, and the messages that wait or were sent in the last 15 minutes',
    index: 'sent_messages_sent_at',
  },
  {
    statement: 'select "id" from "runs" where "finished_at" <',
    because: 'the hourly sweep empties old runs',
    index: 'runs_to_empty',
  },
  {
    statement: 'select "mail", min(account::text) as account',
    because: 'finished runs of any account',
    index: 'runs_to_finish',
  },
  {
    statement: 'select "id" from "mails" where state =',
    because: 'whether a mail of any account waits',
    index: 'mails_to_handle',
  },
  {
    statement: 'select handling, filing, fetching,',
    because: 'the readiness reports waiting mails',
    index: 'mails_to_handle',
  },
  {
    statement: 'select t.account from account_turns t where exists',
    because: 'accounts take turns',
    index: 'runs_to_command',
  },
  { statement: 'update account_turns set reader =', because: 'accounts take turns', index: 'runs_to_read' },
  {
    statement: 'with first as ( select * from mails where raw_sha256 =',
    because: 'a mail is found by its bytes',
    index: 'mails_by_content',
  },
  {
    statement: 'delete from "unfetched_mails" where (mailbox, uid_validity) <>',
    because: 'a new connection cancels retries of mails of other mailboxes, which are few',
  },
  {
    statement: 'with next as ( select first.id, t.account from mail_turns t',
    because: 'accounts take turns',
    index: 'mails_by_turn',
  },
]

export const exceptions: readonly Exception[] = [...sweeps, ...claims, ...metrics, ...lookUps, ...importer]
