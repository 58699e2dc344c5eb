export const en = {
  subject: '{operator} shared “{title}” with you',
  opening: '{operator} released a guidebook for one of your guests.',
  guidebook: 'Guidebook',
  code: 'Your booking code',
  period: 'Valid',
  link: 'Link for the guest',
  closing: 'The link stays the same, even when the booking changes.',
} as const
