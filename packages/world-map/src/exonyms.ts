/** Languages of the interface, in which names of places differ. */
const languages = ['en', 'de', 'fr', 'it', 'es', 'nl'] as const

/**
 * Names of well-known places in these languages, by name and country in the data. First the local name; `=` stands for it. The data has English
 * names for some cities and local ones for others, and lost some letters of rivers.
 */
const table = `
Vienna AT|Wien|Vienna|=|Vienne|Vienna|Viena|Wenen
Munich DE|München|Munich|=|Munich|Monaco di Baviera|Múnich|=
Köln DE|Köln|Cologne|=|Cologne|Colonia|Colonia|Keulen
Nürnberg DE|Nürnberg|Nuremberg|=|Nuremberg|Norimberga|Núremberg|Neurenberg
Mainz DE|Mainz|=|=|Mayence|Magonza|Maguncia|=
Trier DE|Trier|=|=|Trèves|Treviri|Tréveris|=
Aachen DE|Aachen|=|=|Aix-la-Chapelle|Aquisgrana|Aquisgrán|Aken
Regensburg DE|Regensburg|=|=|Ratisbonne|Ratisbona|Ratisbona|=
Konstanz DE|Konstanz|Constance|=|Constance|Costanza|Constanza|=
Salzburg AT|Salzburg|=|=|Salzbourg|Salisburgo|Salzburgo|=
Rome IT|Roma|Rome|Rom|Rome|=|=|Rome
Milan IT|Milano|Milan|Mailand|Milan|=|Milán|Milaan
Turin IT|Torino|Turin|Turin|Turin|=|Turín|Turijn
Venice IT|Venezia|Venice|Venedig|Venise|=|Venecia|Venetië
Florence IT|Firenze|Florence|Florenz|Florence|=|Florencia|Florence
Naples IT|Napoli|Naples|Neapel|Naples|=|Nápoles|Napels
Genoa IT|Genova|Genoa|Genua|Gênes|=|Génova|Genua
Padova IT|Padova|Padua|Padua|Padoue|=|Padua|Padua
Mantova IT|Mantova|Mantua|Mantua|Mantoue|=|Mantua|Mantua
Livorno IT|Livorno|=|=|Livourne|=|=|=
Trieste IT|Trieste|=|Triest|=|=|=|Triëst
Bolzano IT|Bolzano|=|Bozen|=|=|=|=
Trento IT|Trento|=|Trient|Trente|=|=|Trente
Merano IT|Merano|=|Meran|=|=|=|=
Bressanone IT|Bressanone|=|Brixen|=|=|=|=
Brunico IT|Brunico|=|Bruneck|=|=|=|=
Bologna IT|Bologna|=|=|Bologne|=|Bolonia|=
Palermo IT|Palermo|=|=|Palerme|=|=|=
Prague CZ|Praha|Prague|Prag|Prague|Praga|Praga|Praag
Warsaw PL|Warszawa|Warsaw|Warschau|Varsovie|Varsavia|Varsovia|Warschau
Kraków PL|Kraków|=|Krakau|Cracovie|Cracovia|Cracovia|Krakau
Gdańsk PL|Gdańsk|=|Danzig|=|Danzica|=|=
Wrocław PL|Wrocław|=|Breslau|=|Breslavia|Breslavia|=
Budapest HU|Budapest|=|=|=|=|=|Boedapest
Bucharest RO|București|Bucharest|Bukarest|Bucarest|Bucarest|Bucarest|Boekarest
Belgrade RS|Beograd|Belgrade|Belgrad|Belgrade|Belgrado|Belgrado|Belgrado
Zagreb HR|Zagreb|=|=|=|Zagabria|=|=
Rijeka HR|Rijeka|=|=|=|Fiume|=|=
Ljubljana SI|Ljubljana|=|=|=|Lubiana|Liubliana|=
Athens GR|Athína|Athens|Athen|Athènes|Atene|Atenas|Athene
Thessaloníki GR|Thessaloníki|=|=|Thessalonique|Salonicco|Salónica|=
Irákleion GR|Irákleio|Heraklion|Iraklio|Héraklion|Candia|Heraclión|Heraklion
Chaniá GR|Chaniá|=|=|La Canée|La Canea|=|=
Ródos GR|Ródos|Rhodes|Rhodos|Rhodes|Rodi|Rodas|Rhodos
Lisbon PT|Lisboa|Lisbon|Lissabon|Lisbonne|Lisbona|=|Lissabon
Sevilla ES|Sevilla|Seville|=|Séville|Siviglia|=|=
Zaragoza ES|Zaragoza|=|Saragossa|Saragosse|Saragozza|=|=
Genève CH|Genève|Geneva|Genf|=|Ginevra|Ginebra|=
Zürich CH|Zürich|Zurich|=|Zurich|Zurigo|Zúrich|=
Basel CH|Basel|=|=|Bâle|Basilea|Basilea|Bazel
Bern CH|Bern|=|=|Berne|Berna|Berna|=
Luzern CH|Luzern|Lucerne|=|Lucerne|Lucerna|Lucerna|=
Brussels BE|Bruxelles|Brussels|Brüssel|=|=|Bruselas|Brussel
Antwerpen BE|Antwerpen|Antwerp|=|Anvers|Anversa|Amberes|=
Gent BE|Gent|Ghent|=|Gand|Gand|Gante|=
Brugge BE|Brugge|Bruges|Brügge|Bruges|Bruges|Brujas|=
Liège BE|Liège|=|Lüttich|=|Liegi|Lieja|Luik
The Hague NL|Den Haag|The Hague|=|La Haye|L’Aia|La Haya|=
Copenhagen DK|København|Copenhagen|Kopenhagen|Copenhague|Copenaghen|Copenhague|Kopenhagen
Göteborg SE|Göteborg|Gothenburg|=|=|=|Gotemburgo|Gotenburg
Stockholm SE|Stockholm|=|=|=|Stoccolma|Estocolmo|=
Moscow RU|Moskva|Moscow|Moskau|Moscou|Mosca|Moscú|Moskou
Saint Petersburg RU|Sankt-Peterburg|Saint Petersburg|Sankt Petersburg|Saint-Pétersbourg|San Pietroburgo|San Petersburgo|Sint-Petersburg
Paris FR|Paris|=|=|=|Parigi|París|Parijs
Nice FR|Nice|=|Nizza|=|Nizza|Niza|=
Marseille FR|Marseille|=|=|=|Marsiglia|Marsella|=
Lyon FR|Lyon|=|=|=|Lione|=|=
Strasbourg FR|Strasbourg|=|Straßburg|=|Strasburgo|Estrasburgo|Straatsburg
Dunkerque FR|Dunkerque|Dunkirk|Dünkirchen|=|=|=|Duinkerken
London GB|London|=|=|Londres|Londra|Londres|Londen
Edinburgh GB|Edinburgh|=|=|Édimbourg|Edimburgo|Edimburgo|=
Dublin IE|Dublin|=|=|=|Dublino|Dublín|=
Istanbul TR|İstanbul|Istanbul|Istanbul|Istanbul|Istanbul|Estambul|Istanboel
Cairo EG|Cairo|=|Kairo|Le Caire|Il Cairo|El Cairo|Caïro
Jerusalem IL|Jerusalem|=|=|Jérusalem|Gerusalemme|Jerusalén|Jeruzalem
Tokyo JP|Tokyo|=|Tokio|=|=|Tokio|Tokio
Beijing CN|Beijing|=|Peking|Pékin|Pechino|Pekín|Peking
Luxembourg LU|Luxembourg|=|Luxemburg|=|Lussemburgo|Luxemburgo|Luxemburg
Tunis TN|Tunis|=|=|=|Tunisi|Túnez|=
Algiers DZ|Alger|Algiers|Algier|Alger|Algeri|Argel|Algiers
Danube river|Donau|Danube|=|Danube|Danubio|Danubio|=
Donau river|Donau|Danube|=|Danube|Danubio|Danubio|=
Rhine river|Rhein|Rhine|=|Rhin|Reno|Rin|Rijn
Rhein river|Rhein|Rhine|=|Rhin|Reno|Rin|Rijn
Rhin river|Rhein|Rhine|=|Rhin|Reno|Rin|Rijn
Rhne river|Rhône|=|=|=|Rodano|Ródano|=
Gta lv river|Göta älv|=|=|=|=|=|=
Vistula river|Wisła|Vistula|Weichsel|Vistule|Vistola|Vístula|=
Elbe river|Elbe|=|=|=|Elba|Elba|=
Oder river|Oder|=|=|=|=|=|=
Tajo river|Tajo|Tagus|=|Tage|Tago|=|Taag
Tejo river|Tejo|Tagus|Tajo|Tage|Tago|Tajo|Taag
Adige river|Adige|=|Etsch|=|=|Adigio|=
Sava river|Sava|=|Save|Save|=|=|=
Drau river|Drau|Drava|=|Drave|Drava|Drava|Drava
Seine river|Seine|=|=|=|Senna|Sena|=
Thames river|Thames|=|Themse|Tamise|Tamigi|Támesis|Theems
Nile river|Nile|=|Nil|Nil|Nilo|Nilo|Nijl
Volga river|Volga|=|Wolga|=|=|=|Wolga
`

/** The names of a place by key: `name`, and `name:<language>` where it differs. `region`: its country, or `river`. */
export function namesOf(name: string, region: string): Record<string, string> {
  const known = names.get(`${name} ${region}`)
  return known ?? { name }
}

const names = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', local = '', ...others] = line.split('|')
      const differing = others.flatMap((other, at) => (other === '=' ? [] : [[`name:${languages[at]}`, other]]))
      return [key, { name: local, ...Object.fromEntries(differing) }] as const
    }),
)

/** The places that the table has names for, as written there. */
export const knownPlaces: readonly string[] = [...names.keys()]
