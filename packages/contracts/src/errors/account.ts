/** What the rules of accounts, webhooks and imports refuse. */
export const accountErrors = {
  'oid-taken': {
    status: 409,
    title: 'The Operator ID is taken',
    description: 'Another account has this Operator ID.',
    remedy: 'Choose another Operator ID, or look up the account that has this one.',
    fault: { pointer: '/oid', message: 'belongs to another account' },
  },
  'too-many-keys': {
    status: 409,
    title: 'The account has too many API keys',
    description: 'An account has at most 20 API keys that are not revoked.',
    remedy: 'Read `/account` to see the keys. Revoke those that you no longer use, then create the new one.',
  },
  'connection-to-self': {
    status: 422,
    title: 'An account cannot be connected with itself',
    description: 'Name two different accounts.',
    remedy: 'Name the other account in the path.',
  },
  'webhook-not-configured': {
    status: 409,
    title: 'No webhook is configured',
    description: 'Support has not set a webhook URL for this account.',
    remedy: 'Ask support to set the HTTPS address of your webhook, then repeat the request.',
  },
  'webhook-url-not-allowed': {
    status: 422,
    title: 'The webhook URL is not allowed',
    description: 'The URL must be https and must lead to a public address.',
    remedy: 'Use an https address whose host leads to public addresses only, without a user name in it.',
    fault: { pointer: '/url', message: 'leads to an address that is not public' },
  },
  'import-not-configured': {
    status: 409,
    title: 'No import is configured',
    description: 'Support has not configured the CSV import of this account.',
    remedy: 'Ask support to enable the CSV import; they need the sender addresses and a sample file.',
  },
  'import-not-quarantined': {
    status: 409,
    title: 'The import is not in quarantine',
    description: 'Only a run that is held in quarantine can be let out of it.',
    remedy: 'Read the run to see its state; a run that was processed has nothing to be let out of.',
  },
  'import-mail-gone': {
    status: 410,
    title: 'The mail is no longer kept',
    description: 'Mails are kept for 90 days; one that was too large was never read.',
    remedy: 'Ask the sender for the mail. The run and its rows say what was done with it.',
  },
  'csv-unreadable': {
    status: 422,
    title: 'The file cannot be read as CSV',
    description: 'Encoding, delimiter or quoting could not be made out, or a row has another number of columns.',
    remedy:
      'Save the file as CSV in UTF-8 with a header row and the same number of columns in every row. The preview shows how a file is read.',
  },
  'csv-column-missing': {
    status: 422,
    title: 'A column is missing',
    description: 'The header row lacks a column that the configuration of the account names.',
    remedy:
      'Name the columns in the header row as they were agreed with support, or ask support to change the configuration.',
  },
  'ambiguous-date': {
    status: 422,
    title: 'A date can be read in two ways',
    description: 'Day and month cannot be told apart. Configure the date format or write YYYY-MM-DD.',
    remedy: 'Write dates as YYYY-MM-DD, or ask support to state the date format of your files.',
  },
} as const
