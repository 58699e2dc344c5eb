/** Errors of accounts, webhooks and imports. */
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
    description: 'The path names the same account twice.',
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
    description: 'The URL must be https and its host must have a public address.',
    remedy: 'Use an https URL without a user name, whose host resolves to public addresses only.',
    fault: { pointer: '/url', message: 'resolves to an address that is not public' },
  },
  'import-not-configured': {
    status: 409,
    title: 'No import is configured',
    description: 'Support has not configured the CSV import of this account.',
    remedy: 'Ask support to configure the CSV import. Send them the sender addresses and a sample file.',
  },
  'import-not-quarantined': {
    status: 409,
    title: 'The import is not in quarantine',
    description: 'Only an import in quarantine can be released from it.',
    remedy: 'Read the import to see its state.',
  },
  'import-mail-gone': {
    status: 410,
    title: 'The mail is no longer stored',
    description: 'Mails are stored for 90 days. A mail above the size limit is never stored.',
    remedy: 'Ask the sender for the mail. The import and its rows say what was done with it.',
  },
  'csv-unreadable': {
    status: 422,
    title: 'The file cannot be read as CSV',
    description:
      'The encoding, delimiter or quoting could not be detected, or a row has another number of columns than the header.',
    remedy:
      'Save the file as CSV in UTF-8 with a header row and the same number of columns in every row. The import preview shows how a file is read.',
  },
  'csv-column-missing': {
    status: 422,
    title: 'A column is missing',
    description: 'The header row lacks a column of the import configuration.',
    remedy: 'Use the column names that were agreed with support, or ask support to change the configuration.',
  },
  'ambiguous-date': {
    status: 422,
    title: 'A date is ambiguous',
    description: 'Day and month cannot be distinguished.',
    remedy: 'Write dates as YYYY-MM-DD, or ask support to configure the date format of your files.',
  },
} as const
