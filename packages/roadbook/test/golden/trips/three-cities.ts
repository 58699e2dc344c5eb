import type { RoadbookDocument } from '../../../src/index.ts'
import { emptyBook, routeOf, stageOf, stayOf } from '../../books.ts'
import { placesAlong } from './along.ts'
import { mountainTrack } from './tracks.ts'

const city = (lat: number, lon: number, seed: number) => [
  mountainTrack({
    from: { lat, lon, ele: 12 },
    to: { lat: lat + 0.021, lon: lon + 0.026, ele: 38 },
    points: 400,
    climb: 15,
    seed,
  }),
]
const crossing = [
  Array.from({ length: 60 }, (_, index) => ({
    lat: 37.942 - index * 0.0085,
    lon: 23.64 + index * 0.012 + 0.03 * Math.sin(index / 9),
  })),
]

/** A city trip in English on A4: a ferry, and names and texts in Greek, Arabic, Hebrew, Japanese, Chinese, Korean, Thai and Hindi. */
export const threeCities = (): RoadbookDocument => {
  const [athens, tangier, kyoto] = [city(37.968, 23.722, 4), city(35.78, -5.815, 9), city(34.985, 135.758, 14)]
  return emptyBook({
    lang: 'en',
    title: 'Three cities: Αθήνα, طنجة, 京都',
    html: '<p>Walks in three old towns, each with its own alphabet.</p><p dir="auto">كل مدينة لها أبجديتها.</p><p>それぞれの町に、それぞれの文字があります。</p>',
    brand: { name: 'City Letters', logo: null, primaryColor: '#b5451b', secondaryColor: '#22577a' },
    organiser: 'City Letters',
    travel: { arrivalDate: '2027-10-01', departureDate: '2027-10-12' },
    bookingCode: 'ΑΒΓ-17',
    stages: [
      stageOf(1, 'Αθήνα: from the market to the hill', {
        date: '2027-10-01',
        routes: [
          routeOf('Περίπατος στην Πλάκα', athens, 'walking', {
            html: '<p>Από την αγορά στον λόφο, μέσα από τα στενά της Πλάκας. <i>Bring water.</i></p>',
          }),
        ],
        pois: placesAlong(athens, [
          [0.1, 'Κεντρική Αγορά', { icon: 'deli', html: '<p>Ανοιχτά μέχρι τις τρεις το μεσημέρι.</p>' }],
          [0.8, 'Λυκαβηττός', { icon: 'panoramicview' }],
        ]),
        accommodations: [
          stayOf('Ξενοδοχείο Ακρόπολις', {
            arrivalDate: '2027-10-01',
            departureDate: '2027-10-03',
            phone: '+30 210 321 0000',
          }),
        ],
      }),
      stageOf(2, 'By ferry to Ικαρία', {
        date: '2027-10-03',
        routes: [
          routeOf('Πειραιάς – Εύδηλος', crossing, 'ferry-route', {
            html: '<p>Be at gate E8 forty minutes before departure.</p>',
          }),
        ],
        texts: [
          {
            title: 'Timetable',
            html: '<table><tr><th>Day</th><th>Departure</th><th>Ship</th></tr><tr><td>Friday</td><td>22:00</td><td>Νήσος Ρόδος</td></tr><tr><td>Sunday</td><td>08:00</td><td>Blue Star Μύκονος, only from May to October</td></tr></table>',
            image: null,
          },
        ],
      }),
      stageOf(3, 'طنجة: المدينة القديمة', {
        date: '2027-10-06',
        routes: [
          routeOf('من الميناء إلى القصبة', tangier, 'walking', {
            html: '<p>يبدأ المسار عند الميناء (بوابة رقم 2) ويصعد عبر السوق الصغير إلى القصبة. المسافة 3 كم تقريبًا.</p><p>Taxis wait at the gate.</p><ul><li>ماء</li><li>قبعة</li></ul>',
          }),
        ],
        pois: placesAlong(tangier, [
          [0.3, 'السوق الصغير', { icon: 'coffee', html: '<p>شاي بالنعناع وإطلالة على البحر.</p>' }],
          [0.6, 'בית הכנסת נהון', { icon: 'sight', html: '<p>פתוח בימי ראשון עד חמישי.</p>' }],
          [0.9, 'متحف القصبة', { icon: 'museum', phone: '+212 539 93 20 97' }],
        ]),
        accommodations: [
          stayOf('دار نور', {
            arrivalDate: '2027-10-06',
            departureDate: '2027-10-08',
            comment: 'Half board\nالمفتاح عند الجيران',
          }),
        ],
      }),
      stageOf(4, '京都: 哲学の道と南禅寺の静かな朝の散歩', {
        date: '2027-10-09',
        routes: [
          routeOf('哲学の道から南禅寺まで歩くのんびりとした朝の散歩コース', kyoto, 'walking', {
            html: '<p>銀閣寺から<b>南禅寺</b>まで、疏水に沿って歩きます。桜の季節は早朝がおすすめです。</p><p>Trams do not run here; take bus 5.</p>',
          }),
        ],
        pois: placesAlong(kyoto, [
          [0.2, '法然院', { icon: 'church', html: '<p>午前六時から。</p>' }],
          [0.5, 'コーヒーハウスマキ', { icon: 'coffee' }],
          [0.8, '南禅寺', { icon: 'sight' }],
        ]),
        texts: [
          {
            title: 'ゴミの持ち帰りとマナーについてのお願い',
            html: '<p>ゴミは必ずお持ち帰りください。</p>',
            image: null,
          },
          {
            title: 'In other words',
            html: '<p>简体中文：请把垃圾带走，这里没有垃圾桶们。</p><p>繁體中文：請把垃圾帶走，這裡沒有垃圾桶。</p><p>한국어: 쓰레기는 가져가 주세요.</p><p>ภาษาไทย: กรุณานำขยะกลับบ้านทุกครั้งหลังจากเดินเล่นในสวนแห่งนี้เสร็จแล้ว</p><p>हिन्दी: कृपया कचरा साथ ले जाएँ।</p>',
            image: null,
          },
        ],
        accommodations: [
          stayOf('旅館きよみず', { arrivalDate: '2027-10-09', departureDate: '2027-10-12', comment: '和室、朝食付き' }),
        ],
      }),
    ],
  })
}
