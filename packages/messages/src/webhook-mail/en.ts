export const en = {
  subject: 'Your webhook has been disabled',
  greeting: 'Hello {name},',
  off: 'we have stopped sending releases to your webhook at {host}.',
  gone: 'It responded with 410 Gone, which means that it accepts no more deliveries.',
  'nothing-but-failures': 'For five days every attempt to reach it has failed.',
  next: 'Nothing is lost: we keep every release that was not delivered. When your webhook works again, ask our support to enable it; support can then send everything that you missed.',
} as const
