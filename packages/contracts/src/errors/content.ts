/** What the rules of content (libraries, routes, POIs, texts, guidebooks, images) refuse. */
export const contentErrors = {
  'custom-id-taken': {
    status: 409,
    title: 'The custom ID is taken',
    description: 'Another thing of this kind in the same library, guidebook or account has this custom ID.',
  },
  'item-in-use': {
    status: 409,
    title: 'The item is in use',
    description: 'A guidebook uses the item; the errors name the places. Take it out there first.',
  },
  'library-not-found': {
    status: 422,
    title: 'The library does not exist',
    description: 'No library of the account has the custom ID at the pointer.',
  },
  'guidebook-not-found': {
    status: 422,
    title: 'The guidebook does not exist',
    description: 'No guidebook of the account has the custom ID at the pointer.',
  },
  'reference-not-found': {
    status: 422,
    title: 'A referenced item does not exist',
    description: 'No item of the account matches the reference at the pointer.',
  },
  'reference-wrong-kind': {
    status: 422,
    title: 'A referenced item is of another kind',
    description: 'The reference at the pointer names an item that is not of the kind this place takes.',
  },
  'stage-number-taken': {
    status: 422,
    title: 'Two stages have the same number',
    description: 'Every stage of a guidebook has a number of its own.',
  },
  'image-too-large': {
    status: 422,
    title: 'The image is too large',
    description: 'An image may have at most 5 MB when decoded.',
  },
  'image-not-supported': {
    status: 422,
    title: 'The image is not a PNG or JPEG',
    description: 'The Base64 text does not decode to a readable PNG or JPEG image.',
  },
} as const
