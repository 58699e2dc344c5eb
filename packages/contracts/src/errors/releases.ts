/** What the rules of releases and of the Trip Link refuse. */
export const releaseErrors = {
  'download-code-taken': {
    status: 409,
    title: 'The download code is taken',
    description: 'Another release of the account has this code, as operator or as seller. The pointer names the field.',
  },
  'period-reversed': {
    status: 422,
    title: 'The period ends before it starts',
    description: 'The start of a period must not be after its end.',
  },
  'trip-outside-period': {
    status: 422,
    title: 'The trip lies outside the release period',
    description: 'Arrival and departure must lie within the release period.',
  },
  'trip-reversed': {
    status: 422,
    title: 'The departure is before the arrival',
    description: 'The arrival must not be after the departure.',
  },
  'accommodation-outside-period': {
    status: 422,
    title: 'A stay lies outside the release period',
    description: 'Arrival and departure of every accommodation must lie within the release period.',
  },
  'stage-not-found': {
    status: 422,
    title: 'The stage does not exist',
    description: 'The stage number at the pointer is not the number of a stage of the guidebook.',
  },
  'partner-not-connected': {
    status: 422,
    title: 'The partner is not connected',
    description: 'The Operator ID at the pointer does not belong to an account that is connected with yours.',
  },
  'release-locked': {
    status: 409,
    title: 'The release is locked',
    description:
      'The release was locked against changes, or it is an on-demand release whose period has started: such a one can be replaced until the day before.',
  },
  'release-started': {
    status: 409,
    title: 'The release has started',
    description: 'A release can be revoked only before the first day of its period.',
  },
  'generation-superseded': {
    status: 409,
    title: 'A newer generation exists',
    description: 'The work belongs to a state of the release that has been replaced.',
  },
  'release-not-started': {
    status: 403,
    title: 'The trip is not open yet',
    description: 'The link works from the first day of the release period.',
  },
  'release-over': {
    status: 410,
    title: 'The link is no longer valid',
    description: 'The release period is over, or the release was disabled or revoked.',
  },
  'channel-disabled': {
    status: 404,
    title: 'This format is not part of the release',
    description: 'The channel (app, PDF or GPX) is switched off for the release.',
  },
  'artifact-not-ready': {
    status: 404,
    title: 'The document is still being prepared',
    description: 'It is built in the background. Repeat after the time named in Retry-After.',
  },
} as const
