/**
 * The fonts of the book. All may be embedded: Noto under the SIL Open Font License 1.1, DejaVu under the Bitstream Vera licence.
 * In fallback order: Noto Sans for Latin, Greek, Cyrillic and Devanagari, then the other scripts, DejaVu for symbols and rarer scripts.
 */
export const fontFiles = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans/600SemiBold_Italic/NotoSans_600SemiBold_Italic.ttf',
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  '@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  '@expo-google-fonts/noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
] as const

/** 5 to 10 MB each, so one weight only: the template strengthens bold text by an outline. */
export const hanFontFiles = [
  '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
] as const

/** National forms of Chinese characters: Japanese, Korean, simplified and traditional Chinese. */
export type HanForm = 'jp' | 'kr' | 'sc' | 'tc'

/** The simplified Chinese font has by far the most characters, so it is the second choice. */
const hanFamilies = {
  jp: ['Noto Sans JP', 'Noto Sans SC', 'Noto Sans TC', 'Noto Sans KR'],
  kr: ['Noto Sans KR', 'Noto Sans SC', 'Noto Sans TC', 'Noto Sans JP'],
  sc: ['Noto Sans SC', 'Noto Sans TC', 'Noto Sans JP', 'Noto Sans KR'],
  tc: ['Noto Sans TC', 'Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR'],
} satisfies Record<HanForm, readonly string[]>

const families = [
  ...['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Thai'],
  ...['DejaVu Sans', 'Noto Emoji'],
]

/** The families in fallback order. The East Asian ones are last: a symbol must not make Typst open them. */
export const familiesFor = (form: HanForm): string[] => [...families, ...hanFamilies[form]]
