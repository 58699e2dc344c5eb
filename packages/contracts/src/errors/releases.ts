/** What the rules of releases and of the Trip Link refuse. */
export const releaseErrors = {
  'download-code-taken': {
    status: 409,
    title: 'The download code is taken',
    description: 'Another release of the account has this code, as operator or as seller. The pointer names the field.',
    remedy:
      'Use another code, or change the release that has it; `GET /content/release/{account}?downloadCode=` finds it.',
    fault: { pointer: '/downloadCode', message: 'names another release of the account' },
  },
  'period-reversed': {
    status: 422,
    title: 'The period ends before it starts',
    description: 'The start of a period must not be after its end.',
    remedy: 'Send a start that is not after the end.',
    fault: { pointer: '/enddate', message: 'is before the start' },
  },
  'trip-outside-period': {
    status: 422,
    title: 'The trip lies outside the release period',
    description: 'Arrival and departure must lie within the release period.',
    remedy: 'Move the trip into the period, or widen the period first.',
    fault: { pointer: '/departuredate', message: 'lies outside the release period' },
  },
  'trip-reversed': {
    status: 422,
    title: 'The departure is before the arrival',
    description: 'The arrival must not be after the departure.',
    remedy: 'Send an arrival that is not after the departure.',
    fault: { pointer: '/departuredate', message: 'is before the arrival' },
  },
  'accommodation-outside-period': {
    status: 422,
    title: 'A stay lies outside the release period',
    description: 'Arrival and departure of every accommodation must lie within the release period.',
    remedy: 'Move the stay into the period, or widen the period first.',
    fault: { pointer: '/accommodation/0/arrivalDate', message: 'lies outside the release period' },
  },
  'stage-not-found': {
    status: 422,
    title: 'The stage does not exist',
    description: 'The stage number at the pointer is not the number of a stage of the guidebook.',
    remedy: 'Use the number of a stage that the request has.',
    fault: { pointer: '/booking/accommodation/0/stageNumber', message: 'is not the number of a stage' },
  },
  'partner-not-connected': {
    status: 422,
    title: 'The partner is not connected',
    description: 'The Operator ID at the pointer does not belong to an account that is connected with yours.',
    remedy: 'Check the Operator ID; `GET /account` lists the connected partners. Support connects accounts.',
    fault: { pointer: '/resellerOid', message: 'does not belong to a connected account' },
  },
  'release-locked': {
    status: 409,
    title: 'The release is locked',
    description:
      'The release was locked against changes, or it is an on-demand release whose period has started: such a one can be replaced until the day before.',
    remedy:
      'Unlock the release when it was locked by hand (`PATCH …/locked/0`). After the deadline of an on-demand release use the changes of single properties instead.',
  },
  'device-limit-reached': {
    status: 409,
    title: 'The trip is on as many devices as it may be',
    description: 'The release is for a number of devices, and as many are registered. Nothing was registered.',
    remedy:
      'Ask the operator of the trip to free the place of a device that is no longer used (`DELETE …/devices/{id}`) or to allow more (`PATCH …/devices/{devices}`).',
  },
  'device-not-registered': {
    status: 403,
    title: 'The device is not registered',
    description: 'The header Device-Id names no device that is registered for the trip; its place may have been freed.',
    remedy: 'Register the device first: `POST /t/{link}/devices`.',
  },
  'release-started': {
    status: 409,
    title: 'The release has started',
    description: 'A release can be revoked only before the first day of its period.',
    remedy: 'Disable the release instead (`PATCH …/disabled/1`).',
  },
  'generation-superseded': {
    status: 409,
    title: 'A newer generation exists',
    description: 'The work belongs to a state of the release that has been replaced.',
    remedy: 'Nothing: the newer state is being built.',
  },
  'release-not-started': {
    status: 403,
    title: 'The trip is not open yet',
    description: 'The link works from the first day of the release period.',
    remedy:
      'Open the link from the first day on; the answer says which. Partners can look at the page before that through the preview.',
  },
  'release-over': {
    status: 410,
    title: 'The link is no longer valid',
    description: 'The release period is over, or the release was disabled or revoked.',
    remedy: 'Ask the operator of the trip. A partner may extend the period or enable the release again.',
  },
  'channel-disabled': {
    status: 404,
    title: 'This format is not part of the release',
    description: 'The channel (app, PDF or GPX) is switched off for the release.',
    remedy: 'Switch the channel on, or use another format of the trip.',
  },
  'artifact-not-ready': {
    status: 404,
    title: 'The document is still being prepared',
    description: 'It is built in the background. Repeat after the time named in Retry-After.',
    remedy: 'Wait for the seconds in Retry-After and repeat. `GET …/build` tells how far the build is.',
  },
} as const
