/** What the rules of content (libraries, routes, POIs, texts, guidebooks, images) refuse. */
export const contentErrors = {
  'custom-id-taken': {
    status: 409,
    title: 'The custom ID is taken',
    description: 'Another thing of this kind in the same library, guidebook or account has this custom ID.',
    remedy: 'Update the thing that has the custom ID, or choose another one.',
    fault: { pointer: '/customId', message: 'is taken in this library' },
  },
  'item-in-use': {
    status: 409,
    title: 'The item is in use',
    description: 'A guidebook uses the item; the errors name the places. Take it out there first.',
    remedy: 'Take the item out of the guidebooks that the errors name, then repeat the request.',
    fault: { pointer: '', message: 'is used by guidebook GB-1, stage 1' },
  },
  'library-not-found': {
    status: 422,
    title: 'The library does not exist',
    description: 'No library of the account has the custom ID at the pointer.',
    remedy: 'Create the library first, or correct its custom ID. Custom IDs are compared letter by letter.',
    fault: { pointer: '/library/customId', message: 'names no library of the account' },
  },
  'guidebook-not-found': {
    status: 422,
    title: 'The guidebook does not exist',
    description: 'No guidebook of the account has the custom ID at the pointer.',
    remedy: 'Create the guidebook first, or correct its custom ID.',
    fault: { pointer: '/guidebookExternalId', message: 'names no guidebook of the account' },
  },
  'reference-not-found': {
    status: 422,
    title: 'A referenced item does not exist',
    description: 'No item of the account matches the reference at the pointer.',
    remedy: 'Create what is missing or correct the reference. All references that lead nowhere are listed at once.',
    fault: { pointer: '/guidebook/stages/0/routes/1/libraryReference', message: 'names no item of the account' },
  },
  'reference-wrong-kind': {
    status: 422,
    title: 'A referenced item is of another kind',
    description: 'The reference at the pointer names an item that is not of the kind this place takes.',
    remedy:
      'Put the item where items of its kind belong: routes under `routes`, points of interest under `pois`, texts under `texts`.',
    fault: { pointer: '/stages/0/routes/0', message: 'names an item that is no route' },
  },
  'stage-number-taken': {
    status: 422,
    title: 'Two stages have the same number',
    description: 'Every stage of a guidebook has a number of its own.',
    remedy: 'Give every stage a number of its own.',
    fault: { pointer: '/stages/1/number', message: 'is the number of another stage' },
  },
  'image-too-large': {
    status: 422,
    title: 'The image is too large',
    description: 'An image may have at most 5 MB when decoded.',
    remedy: 'Make the image smaller, in pixels or by stronger compression, before encoding it.',
    fault: { pointer: '/guidebook/imageBase64', message: 'has more than 5 MB when decoded' },
  },
  'image-not-supported': {
    status: 422,
    title: 'The image is not a PNG or JPEG',
    description: 'The Base64 text does not decode to a readable PNG or JPEG image.',
    remedy: 'Send the Base64 of a PNG or JPEG file, without a `data:` prefix.',
    fault: { pointer: '/guidebook/imageBase64', message: 'is not a PNG or JPEG' },
  },
} as const
