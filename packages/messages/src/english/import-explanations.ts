export const importExplanations = {
  'attachment.spreadsheet': 'This is a spreadsheet, not a CSV file. Save the list as CSV (UTF-8) and send that file.',
  'attachment.document':
    'This is a document, not a CSV file. Export the list from the booking system as CSV and send that file.',
  'attachment.unknown-kind': 'This is no CSV file. Export the list from the booking system as CSV and send that file.',
  'attachment.outlook-container':
    'Outlook packed the attachments into winmail.dat, which can’t be read. Send the mail as HTML or plain text, not as Rich Text.',
  'attachment.archive-unreadable':
    'The archive is damaged or incomplete. Pack it again or attach the CSV file as it is.',
  'attachment.archive-too-large': 'The archive holds too many or too large files. Attach the CSV files as they are.',
  'attachment.archive-encrypted':
    'The archive is protected by a password. Attach the CSV file as it is, or pack it without one.',
  'attachment.archive-nested':
    'This archive is inside another one. Attach the CSV file as it is, or in one ZIP archive.',
  'attachment.archive-unsupported':
    'Archives of this kind are not read. Attach the CSV file as it is, or in a ZIP archive.',
  'attachment.archive-without-csv': 'The archive holds no CSV file. Export the list as CSV and send that file.',
  'attachment.old-encoding':
    'The attachment is encoded in a way that is no longer in use (uuencode, yEnc or BinHex). Attach the file as it is.',
  'attachment.encrypted': 'The mail is encrypted or sealed and can’t be read here. Send it without encryption.',
  'attachment.partial':
    'This is only a piece of a mail that was split. Send the file in one mail, if need be as a ZIP archive.',
  'attachment.external': 'The mail holds only a link to the file. Attach the file itself.',
  'attachment.too-many-files': 'The mail holds more than 100 CSV files. Send them in several mails.',
  'attachment.too-complex':
    'The mail has too many parts, parts nested too deeply, or too long headers. Send a new mail with the file attached.',
  'csv.no-text': 'The file is not a text: it holds NUL characters.',
  'csv.unknown-encoding':
    'The file’s encoding is not recognised: it is neither UTF-8 nor UTF-16 nor Windows-1252. Save it as “CSV UTF-8”.',
  'csv.unknown-delimiter':
    'The file declares “{declared}” as its delimiter. Save it with a semicolon, comma, tab or bar between the cells.',
  'csv.long-header': 'The header row is longer than 64 kB.',
  'csv.empty': 'The file is empty: it has no header row.',
  'csv.repeated-column': 'The header has a column more than once: {columns}. Leave one of each.',
  'csv.open-quote-in-header':
    "The file can't be read to its end: a quoted cell that begins in the header row is never closed.",
  'csv.open-quote': "The file can't be read to its end: a quoted cell that begins in row {row} is never closed.",
  'csv.endless-row':
    "The file can't be read to its end: row {row} is longer than 64 kB, most likely because a quote is never closed.",
  'csv.wide-header': 'The header row has more than 16,384 columns. Leave only those that are needed.',
  'csv.wide-row': 'Row {row} has more than 16,384 cells. Leave only the columns that the header names.',
  'csv.broken-quotes':
    "The file can't be read to its end: too many cells up to row {row} have text behind their closing quotes. Double the quotes within cells.",
  'csv.too-many-rows': 'The file has more than 2,000,000 rows, blank ones included. Split it into several files.',
  'file.no-csv': 'The mail holds no CSV file.',
  'file.not-set-up': 'The import is not set up for this account. Ask our support.',
  'file.nothing-found': 'Columns are missing: {missing}. Found were: none.',
  'file.missing-columns': 'Columns are missing: {missing}. Found were: {found}.',
  'file.same-twice': 'The same file is in the mail twice; it was read once.',
  'file.same-on-day': 'The same file was imported on {day}; nothing was done again.',
  'file.same-before': 'The same file was imported before; nothing was done again.',
  'file.given-up': 'The file could not be read to its end, and our support has been notified. You may send it again.',
  'row.too-many-cells':
    'The row has more cells than the header has columns, so they can’t be told apart. Put cells that hold the delimiter in quotes.',
  'row.trip-reversed': 'The departure lies before the arrival.',
  'row.nights-outside': 'The nights of this column end on {to}, after the departure on {departure}.',
  'row.hotel-not-found': 'No item with this ID was found, neither by internal ID nor in the library {library}.',
  'row.code-above': 'A row above has this download code.',
  'row.code-taken': 'A release with this download code exists already.',
  'row.no-answer':
    'No answer came within 15 minutes. The release may still be made later: look for its download code before you send this row again.',
  'cell.empty': 'The cell is empty.',
  'cell.spreadsheet-error':
    'A spreadsheet has put an error here instead of the value. Correct the formula or write the value.',
  'date.not-a-date': 'This is not a date.',
  'date.ambiguous': 'Day and month can’t be told apart. Write YYYY-MM-DD.',
  'date.no-such-day': 'There is no such day.',
  'date.short-year': 'The year has two digits. Write all four.',
  'date.words': 'The date is written with words. Write it in digits, as YYYY-MM-DD.',
  'date.serial-number': 'A spreadsheet has turned this date into a number. Format the column as a date.',
  'date.other-format': 'The date is not in the format that is agreed for your files. Write it so, or as YYYY-MM-DD.',
  'date.time-zone': 'The time is that of another time zone, so the day is not certain. Write only the date.',
  'number.not-a-number': 'This is not a whole number.',
  'number.ambiguous': 'The three zeros may be decimals or thousands. Write the number without separators.',
  'number.scientific':
    'A spreadsheet has shortened this number (such as 1.23E+05) and digits are lost. Format the column as text.',
  'number.too-large': 'This number is too large.',
  'release.code': 'must be a whole number from 1 to 9007199254740991',
  'release.language': 'must be two lower-case letters',
  'release.devices': 'must be a whole number from 1 to 9999',
  'release.day': 'must be a calendar day, YYYY-MM-DD',
  'release.too-long': 'must have at most {count} characters',
  'release.code-taken': 'Another release of the account has this code.',
  'release.no-guidebook': 'No guidebook of the account has this custom ID.',
  'release.locked': 'The release is locked.',
  'release.no-poi': 'No POI of the account matches this reference.',
  text: '{text}',
} as const
