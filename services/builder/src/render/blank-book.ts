import type { RoadbookDocument } from '@guidebook/roadbook'

/** The smallest book that uses the fonts and the template: what a worker prints to get warm. */
export const blankBook: RoadbookDocument = {
  lang: 'en',
  title: 'Guidebook',
  html: '<p>A <b>bold</b> and an <i>italic</i> word</p>',
  brand: { name: 'Guidebook', logo: null, primaryColor: '#1f5c4a', secondaryColor: '#c8a13a' },
  organiser: 'Guidebook',
  travel: { arrivalDate: '2026-01-01', departureDate: '2026-01-02' },
  bookingCode: '1',
  cover: null,
  test: false,
  contentVersion: '0',
  createdAt: null,
  url: 'https://guidebook.example/t/0',
  stages: [
    {
      number: 1,
      title: 'Stage',
      date: null,
      routes: [
        {
          name: 'Route',
          kind: 'hiking',
          html: '',
          segments: [
            [
              { lat: 46, lon: 10, ele: 500 },
              { lat: 46.01, lon: 10.01, ele: 600 },
            ],
          ],
          statistics: { distanceMetres: 1, ascentMetres: 1, descentMetres: 1, durationSeconds: 1 },
          image: null,
        },
      ],
      pois: [],
      texts: [],
      accommodations: [],
    },
  ],
  generalInfo: { routes: [], pois: [], texts: [], accommodations: [] },
}
