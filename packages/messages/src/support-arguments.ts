/** The arguments of the messages of support’s pages; see `arguments.ts`. A test compares them with the texts. */
export const supportArguments = {
  configurationInvalid: { reason: 'text' },
  disconnectText: { name: 'text' },
  guessMissing: { fields: 'text' },
  healthLead: { version: 'text' },
  queueOf: { queue: 'text', n: 'number' },
  recovered: { n: 'number' },
  redriveText: { queue: 'text' },
  redriven: { n: 'number' },
  releaseMailText: { sender: 'text' },
  resultFailed: { status: 'text' },
  resultRefused: { status: 'text' },
  signInLinkText: { email: 'text' },
  suspendedSince: { at: 'text' },
  unreachable: { services: 'text' },
} as const
