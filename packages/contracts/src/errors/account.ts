/** What the rules of accounts, webhooks and imports refuse. */
export const accountErrors = {
  'oid-taken': {
    status: 409,
    title: 'The Operator ID is taken',
    description: 'Another account has this Operator ID.',
  },
  'connection-to-self': {
    status: 422,
    title: 'An account cannot be connected with itself',
    description: 'Name two different accounts.',
  },
  'webhook-not-configured': {
    status: 409,
    title: 'No webhook is configured',
    description: 'Support has not set a webhook URL for this account.',
  },
  'webhook-url-not-allowed': {
    status: 422,
    title: 'The webhook URL is not allowed',
    description: 'The URL must be https and must lead to a public address.',
  },
  'import-not-configured': {
    status: 409,
    title: 'No import is configured',
    description: 'Support has not configured the CSV import of this account.',
  },
  'import-not-quarantined': {
    status: 409,
    title: 'The import is not in quarantine',
    description: 'Only a run that is held in quarantine can be let out of it.',
  },
  'csv-unreadable': {
    status: 422,
    title: 'The file cannot be read as CSV',
    description: 'Encoding, delimiter or quoting could not be made out, or a row has another number of columns.',
  },
  'csv-column-missing': {
    status: 422,
    title: 'A column is missing',
    description: 'The header row lacks a column that the configuration of the account names.',
  },
  'ambiguous-date': {
    status: 422,
    title: 'A date can be read in two ways',
    description: 'Day and month cannot be told apart. Configure the date format or write YYYY-MM-DD.',
  },
} as const
