import type { ServiceName } from '@guidebook/contracts'

/**
 * How a table's rows are found. `by`: the column that every statement must name, by which the table can be distributed. `apart`: the table
 * is not distributed; every statement must name one of the columns.
 */
export type Access = { by: string } | { apart: string[]; because: string }

const byAccount: Access = { by: 'account' }
const queue = (...columns: string[]): Access => ({ apart: columns, because: 'its rows live until they are sent' })

/** Tables that every service has. */
const kit: Record<string, Access> = {
  outbox: queue('id', 'retry_at', 'message_id'),
  sent_messages: { apart: ['message_id', 'sent_at'], because: 'sent again only after a restore; kept for a day' },
  outgoing_mails: queue('id', 'next_attempt_at', 'about', 'account'),
  inbox: {
    apart: ['message_id', 'handled_at', 'ctid'],
    because: 'messages are recognised by their own ids, for a week',
  },
  idempotency_keys: byAccount,
  account_projections: { apart: ['id', 'oid'], because: 'a row for each account, copied to every node' },
  migrations: { apart: ['name'], because: 'read at the start' },
}

/** The access to each table of each service. */
export const tables: Record<ServiceName, Record<string, Access>> = {
  gateway: {
    ...kit,
    accounts: { apart: ['id', 'oid'], because: 'a row for each account, copied to every node' },
    users: { apart: ['id', 'email'], because: 'a person may belong to several accounts' },
    memberships: { apart: ['account', 'user_id'], because: 'found by the account and by the person' },
    portal_sessions: {
      apart: ['id', 'user_id', 'token_hash', 'expires_at', 'ctid'],
      because: 'found by their token, before the account is known',
    },
    passkeys: { apart: ['id', 'user_id'], because: 'found by the credential, before the person is known' },
    sign_in_attempts: {
      apart: ['id', 'expires_at', 'ctid'],
      because: 'found by a secret, before the person is known',
    },
    sign_in_codes: {
      apart: ['id', 'user_id', 'link_hash', 'link_expires_at', 'ctid'],
      because: 'found by the link, before the person is known',
    },
    connections: byAccount,
    api_keys: byAccount,
    admin_tokens: { apart: ['id', 'hash', 'revoked_at'], because: 'a row for each person of support' },
    admin_actions: {
      apart: ['id', 'at', 'account', 'actor'],
      because: 'changes by support, of any account or of none',
    },
    support_sessions: {
      apart: ['id', 'token_hash', 'expires_at', 'ctid'],
      because: 'found by their token; a row for each browser of support',
    },
    impersonations: {
      apart: ['id', 'account', 'link_hash', 'token_hash', 'created_at', 'ctid'],
      because: 'found by their token, before the account is known',
    },
    requests: {
      apart: ['request_id', 'download_code', 'at', 'ctid'],
      because: 'a journal of two weeks, found by the id of a request, or the code that it named',
    },
  },
  geodata: {
    ...kit,
    libraries: byAccount,
    guidebooks: byAccount,
    items: byAccount,
    tracks: byAccount,
    guidebook_stages: byAccount,
    guidebook_members: byAccount,
    guidebook_changes: byAccount,
    item_changes: byAccount,
  },
  releases: {
    ...kit,
    releases: byAccount,
    release_links: { by: 'link' },
    download_codes: byAccount,
    on_demand_requests: byAccount,
    used_items: byAccount,
    documents: byAccount,
    audit_entries: byAccount,
    builds: byAccount,
    publications: byAccount,
    previews: byAccount,
    shares: { by: 'operator' },
    settled_commands: byAccount,
    devices: byAccount,
    guidebook_usage: byAccount,
    release_usage: byAccount,
    release_usage_start: { apart: ['at'], because: 'one row' },
  },
  builder: {
    ...kit,
    builds: byAccount,
    turns: byAccount,
    artifacts: byAccount,
    build_objects: byAccount,
    translations: byAccount,
    translation_usage: byAccount,
    logos: byAccount,
    tiles: { apart: ['source', 'key', 'fetched_at'], because: 'tiles belong to no account' },
  },
  webhooks: {
    ...kit,
    endpoints: byAccount,
    deliveries: byAccount,
    attempts: { apart: ['delivery'], because: 'they lack the account of their delivery' },
    replays: { apart: ['delivery'], because: 'they lack the account of their delivery' },
  },
  importer: {
    ...kit,
    import_configurations: byAccount,
    import_senders: { apart: ['account', 'address'], because: 'the account of a mail is unknown before' },
    mails: {
      apart: ['id', 'account', 'mailbox', 'same_as', 'sender', 'raw_key'],
      because: 'one mailbox, and a mail may belong to no account',
    },
    runs: { apart: ['id', 'account', 'mail', 'file_key'], because: 'a run may belong to no account' },
    rows: { apart: ['run', 'command'], because: 'they are found by their run or their command' },
    account_turns: byAccount,
    mail_turns: byAccount,
    unfetched_mails: { apart: ['mailbox'], because: 'they have no account' },
    unsettled_commands: { apart: ['account', 'command', 'sent_at'], because: 'at most 200 rows of an account' },
  },
}

/** The columns of which a statement that reads the table must name one. */
export const accessTo = (service: ServiceName, table: string): readonly string[] => {
  const access = tables[service][table]
  if (access === undefined) throw new Error(`${service}.${table} has no access in test/query-plans/tables.ts`)
  return 'by' in access ? [access.by] : access.apart
}
