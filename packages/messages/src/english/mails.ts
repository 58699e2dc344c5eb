export const shareMail = {
  subject: '{operator} shared “{title}” with you',
  opening: '{operator} released a guidebook for one of your guests.',
  guidebook: 'Guidebook',
  code: 'Your booking code',
  period: 'Valid',
  link: 'Link for the guest',
  closing: 'The link stays the same, even when the booking changes.',
} as const

export const buildMail = {
  subject: 'Booking {code}: not everything could be included',
  opening: 'These problems occurred while “{title}” was created for booking {code}:',
  published: 'Everything else is available to the guest. The audit log of the release has the same entries.',
  failed:
    'The documents could not be created. The audit log of the release says why; once the problem is fixed, the build can be started again.',
} as const

export const webhookMail = {
  subject: 'Your webhook has been disabled',
  greeting: 'Hello {name},',
  off: 'we have stopped sending releases to your webhook at {host}.',
  gone: 'It responded with 410 Gone, which means that it accepts no more deliveries.',
  'nothing-but-failures': 'For five days every attempt to reach it has failed.',
  next: 'Nothing is lost: we keep every release that was not delivered. When your webhook works again, ask our support to enable it; support can then send everything that you missed.',
} as const
