export const en = {
  subject: 'Booking {code}: not everything could be included',
  opening: 'These problems occurred while “{title}” was created for booking {code}:',
  published: 'Everything else is available to the guest. The audit log of the release has the same entries.',
  failed:
    'The documents could not be created. The audit log of the release says why; once the problem is fixed, the build can be started again.',
} as const
