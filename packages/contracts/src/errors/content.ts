/** Errors of content: libraries, routes, POIs, texts, guidebooks, images. */
export const contentErrors = {
  'custom-id-taken': {
    status: 409,
    title: 'The custom ID is taken',
    description: 'Another resource of this kind in the same library, guidebook or account has this custom ID.',
    remedy: 'Update the resource that has the custom ID, or choose another custom ID.',
    fault: { pointer: '/customId', message: 'is taken in this library' },
  },
  'item-in-use': {
    status: 409,
    title: 'The item is in use',
    description: 'A guidebook uses the item. The errors name the places.',
    remedy: 'Remove the item from the guidebooks that the errors name, then repeat the request.',
    fault: { pointer: '', message: 'is used by guidebook GB-1, stage 1' },
  },
  'library-not-found': {
    status: 422,
    title: 'The library does not exist',
    description: 'No library of the account has the custom ID at the pointer.',
    remedy: 'Create the library first, or correct its custom ID. Custom IDs are case-sensitive.',
    fault: { pointer: '/library/customId', message: 'is not a library of the account' },
  },
  'guidebook-not-found': {
    status: 422,
    title: 'The guidebook does not exist',
    description: 'No guidebook of the account has the custom ID at the pointer.',
    remedy: 'Create the guidebook first, or correct its custom ID.',
    fault: { pointer: '/guidebookExternalId', message: 'is not a guidebook of the account' },
  },
  'reference-not-found': {
    status: 422,
    title: 'A referenced item does not exist',
    description: 'No item of the account matches the reference at the pointer.',
    remedy: 'Create the item or correct the reference. The errors list all unknown references.',
    fault: { pointer: '/guidebook/stages/0/routes/1/libraryReference', message: 'is not an item of the account' },
  },
  'reference-wrong-kind': {
    status: 422,
    title: 'A referenced item is of another kind',
    description: 'The item at the pointer is not of the kind that is allowed here.',
    remedy:
      'Put each kind of item in its list: routes under `routes`, points of interest under `pois`, texts under `texts`.',
    fault: { pointer: '/stages/0/routes/0', message: 'is not a route' },
  },
  'stage-number-taken': {
    status: 422,
    title: 'Two stages have the same number',
    description: 'The numbers of stages are unique within a guidebook.',
    remedy: 'Give every stage a different number.',
    fault: { pointer: '/stages/1/number', message: 'is the number of another stage' },
  },
  'image-too-large': {
    status: 422,
    title: 'The image is too large',
    description: 'An image may have at most 5 MB when decoded.',
    remedy: 'Reduce the size of the image, or compress it more, before encoding it.',
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
