/** The chapters of the reference, in the order in which partners need them. */
export const tags = [
  { name: 'Account', description: 'The account of the key, and its keys.' },
  { name: 'Libraries', description: 'Named containers of content.' },
  { name: 'Routes', description: 'Routes, with length, ascent, descent and time.' },
  { name: 'Points of interest', description: 'Huts, hotels, sights and other places.' },
  { name: 'Text pages', description: 'Texts that are not tied to a place.' },
  { name: 'Items', description: 'Operations on routes, points of interest and text pages alike.' },
  { name: 'Guidebooks', description: 'Content arranged in stages.' },
  { name: 'Releases', description: 'One booking’s access to a guidebook.' },
  { name: 'On-demand releases', description: 'A guidebook and its release from one object.' },
  { name: 'Changes to a release', description: 'Devices, dates, accommodation, language, channels.' },
  { name: 'Trip Link', description: 'Pages and files for travellers; no key is needed.' },
  { name: 'Webhook', description: 'The webhook for shared releases, and its deliveries.' },
  { name: 'CSV imports', description: 'Imports of CSV files sent by mail.' },
]

export const tagGroups = [
  { name: 'Your account', tags: ['Account'] },
  { name: 'Content', tags: ['Libraries', 'Routes', 'Points of interest', 'Text pages', 'Items', 'Guidebooks'] },
  { name: 'Releases', tags: ['Releases', 'On-demand releases', 'Changes to a release', 'Trip Link'] },
  { name: 'Automation', tags: ['Webhook', 'CSV imports'] },
]
