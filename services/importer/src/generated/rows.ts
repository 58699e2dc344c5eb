// Generated from the migrated schema: see CONTRIBUTING.md.

/** A row of `account_turns`. */
export interface AccountTurnRow {
  account: string
  reader: string | null
  leased_until: Date | null
  read_at: Date | null
  commanded_at: Date | null
}

/** A row of `import_configurations`. */
export interface ImportConfigurationRow {
  account: string
  configuration: unknown
  updated_at: Date
}

/** A row of `import_senders`. */
export interface ImportSenderRow {
  address: string
  account: string
}

/** A row of `mail_turns`. */
export interface MailTurnRow {
  account: string
  taken_at: Date | null
}

/** A row of `mails`. */
export interface MailRow {
  id: string
  mailbox: string
  uid_validity: number
  uid: number
  raw_key: string
  raw_sha256: string
  bytes: number
  message_id: string | null
  sender: string | null
  subject: string | null
  account: string | null
  test: boolean
  state: 'stored' | 'processing' | 'completed' | 'failed' | 'quarantined'
  reason: string | null
  released_by: string | null
  received_at: Date
  finished_at: Date | null
  filed_to: string | null
  leased_until: Date | null
  attempts: number
  automatic: boolean
  filing_folder: string | null
  filing_uid_validity: number | null
  filing_uid_next: number | null
  filing_fault: string | null
  filing_attempts: number
  file_after: Date | null
  same_as: string | null
  turn_account: string
  uploaded_by: string | null
}

/** A row of `rows`. */
export interface RowRow {
  run: string
  row: number
  status: 'created' | 'changed' | 'unchanged' | 'failed' | 'pending'
  command: string | null
  download_code: number | null
  link: string | null
  cells: unknown | null
  errors: unknown
  request: unknown | null
}

/** A row of `runs`. */
export interface RunRow {
  id: string
  mail: string
  account: string | null
  attachment: number
  file_name: string | null
  file_sha256: string
  test: boolean
  state: 'quarantined' | 'processing' | 'completed' | 'failed'
  reason: string | null
  dialect: unknown | null
  read_completely: boolean
  header: unknown | null
  created_at: Date
  finished_at: Date | null
  file_key: string | null
  recorded_row: number
  commanded_row: number
  pending: number
  created: number
  changed: number
  unchanged: number
  failed: number
  attempts: number
  retry_at: Date | null
  emptied: boolean
  explanation: unknown | null
}

/** A row of `unfetched_mails`. */
export interface UnfetchedMailRow {
  mailbox: string
  uid_validity: number
  uid: number
  refusals: number
  losses: number
  reason: string
  since: Date
  retry_at: Date
}

/** A row of `unsettled_commands`. */
export interface UnsettledCommandRow {
  command: string
  account: string
  download_code: number
  message: string
  sent_at: Date
}
