/** Errors of releases and of the Trip Link. */
export const releaseErrors = {
  'download-code-taken': {
    status: 409,
    title: 'The download code is taken',
    description: 'Another release of the account has this code, as operator or as seller. The pointer names the field.',
    remedy:
      'Use another code, or change the release that has it. Find it with `GET /content/release/{account}?downloadCode=`.',
    fault: { pointer: '/downloadCode', message: 'is the code of another release of the account' },
  },
  'period-reversed': {
    status: 422,
    title: 'The period ends before it starts',
    description: 'The start of a period must not be after its end.',
    remedy: 'Send a start on or before the end.',
    fault: { pointer: '/enddate', message: 'is before the start' },
  },
  'trip-outside-period': {
    status: 422,
    title: 'The trip is outside the release period',
    description: 'Arrival and departure must be within the release period.',
    remedy: 'Move the trip into the period, or extend the period first.',
    fault: { pointer: '/departuredate', message: 'is outside the release period' },
  },
  'trip-reversed': {
    status: 422,
    title: 'The departure is before the arrival',
    description: 'The arrival must not be after the departure.',
    remedy: 'Send an arrival on or before the departure.',
    fault: { pointer: '/departuredate', message: 'is before the arrival' },
  },
  'accommodation-outside-period': {
    status: 422,
    title: 'A stay is outside the release period',
    description: 'Arrival and departure of every accommodation must be within the release period.',
    remedy: 'Move the stay into the period, or extend the period first.',
    fault: { pointer: '/accommodation/0/arrivalDate', message: 'is outside the release period' },
  },
  'stage-not-found': {
    status: 422,
    title: 'The stage does not exist',
    description: 'The stage number at the pointer is not the number of a stage of the guidebook.',
    remedy: 'Use the number of a stage in the request.',
    fault: { pointer: '/booking/accommodation/0/stageNumber', message: 'is not the number of a stage' },
  },
  'partner-not-connected': {
    status: 422,
    title: 'The partner is not connected',
    description: 'The Operator ID at the pointer does not belong to a connected account.',
    remedy: 'Check the Operator ID. `GET /account` lists the connected partners. Ask support to connect accounts.',
    fault: { pointer: '/resellerOid', message: 'does not belong to a connected account' },
  },
  'release-locked': {
    status: 409,
    title: 'The release is locked',
    description:
      'The release was locked against changes, or the deadline of an on-demand release has passed: the day before the first day of its period.',
    remedy:
      'Unlock the release if it was locked with `PATCH …/locked/1` (`PATCH …/locked/0`). After the deadline of an on-demand release, change single properties instead.',
  },
  'device-limit-reached': {
    status: 409,
    title: 'Device limit reached',
    description: 'As many devices are registered as the release allows. This device was not registered.',
    remedy:
      'Ask the tour operator to remove a device (`DELETE …/devices/{id}`) or to allow more (`PATCH …/devices/{devices}`).',
  },
  'device-not-registered': {
    status: 403,
    title: 'The device is not registered',
    description: 'The device in the header Device-Id is not registered for the trip, or it was removed.',
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
    description: 'The work belongs to an older generation of the release.',
    remedy: 'Do nothing: the newer generation is being built.',
  },
  'release-not-started': {
    status: 403,
    title: 'The trip is not open yet',
    description: 'The link works from the first day of the release period.',
    remedy:
      'Open the link from the first day on; the response names the day. Partners can use the preview before that.',
  },
  'release-over': {
    status: 410,
    title: 'The link is no longer valid',
    description: 'The release period is over, or the release was disabled or revoked.',
    remedy: 'Ask the tour operator. A partner may extend the period or enable the release again.',
  },
  'channel-disabled': {
    status: 404,
    title: 'This format is not part of the release',
    description: 'The channel (app, PDF or GPX) is disabled for the release.',
    remedy: 'Enable the channel, or use another format of the trip.',
  },
  'artifact-not-ready': {
    status: 404,
    title: 'The document is still being prepared',
    description: 'The document is built in the background. Repeat the request after the time in Retry-After.',
    remedy: 'Wait for the seconds in Retry-After and repeat the request. `GET …/build` returns the state of the build.',
  },
} as const
