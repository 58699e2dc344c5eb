/** What the Trip Link page can do beyond showing itself. All of it works without; each part looks for what it needs and is quiet otherwise. */
import { useDeviceMaps } from './device-maps.js'
import { offerPosition } from './emergency-position.js'
import { foldLanguages } from './language-list.js'
import { keepOffline } from './offline-copy.js'
import { openMaps } from './open-maps.js'
import { openStages } from './open-stages.js'
import { touchProfiles } from './profile-touch.js'
import { openToday } from './today.js'

// First: the others may fail in an old browser.
void keepOffline()
openToday()
openStages()
useDeviceMaps()
offerPosition()
foldLanguages()
touchProfiles()
openMaps()
