/** The chapters of the reference, in the order in which a partner comes to need them. */
export const tags = [
  { name: 'Account', description: 'The account of the key, and its keys.' },
  { name: 'Libraries', description: 'Named containers of content.' },
  { name: 'Routes', description: 'Routes, with length, ascent, descent and time.' },
  { name: 'Points of interest', description: 'Huts, hotels, sights and all that is at one place.' },
  { name: 'Text pages', description: 'Texts that stand by themselves.' },
  { name: 'Items', description: 'What routes, points of interest and text pages have in common.' },
  { name: 'Guidebooks', description: 'Content put together, stage by stage.' },
  { name: 'Releases', description: 'One booking’s access to a guidebook.' },
  { name: 'On-demand releases', description: 'A guidebook and its release from one object.' },
  { name: 'Changes to a release', description: 'Devices, dates, accommodation, language, channels.' },
  { name: 'Trip Link', description: 'The traveller’s side; no key is needed.' },
  { name: 'Webhook', description: 'What is sent when a release is shared with the account, and how it went.' },
  { name: 'CSV imports', description: 'What became of files that were sent by mail.' },
]

export const tagGroups = [
  { name: 'Your account', tags: ['Account'] },
  { name: 'Content', tags: ['Libraries', 'Routes', 'Points of interest', 'Text pages', 'Items', 'Guidebooks'] },
  { name: 'Releases', tags: ['Releases', 'On-demand releases', 'Changes to a release', 'Trip Link'] },
  { name: 'Automation', tags: ['Webhook', 'CSV imports'] },
]
