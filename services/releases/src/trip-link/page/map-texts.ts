import type { Messages } from '@guidebook/messages'

/** The texts of the interactive map's controls, by MapLibre's names for them. */
export const mapTexts = (texts: Messages<'tripPage'>): string =>
  JSON.stringify({
    'NavigationControl.ZoomIn': texts.zoomIn,
    'NavigationControl.ZoomOut': texts.zoomOut,
    'NavigationControl.ResetBearing': texts.north,
    'GeolocateControl.FindMyLocation': texts.showPosition,
    'GeolocateControl.LocationNotAvailable': texts.positionFailed,
    'FullscreenControl.Enter': texts.fullScreen,
    'FullscreenControl.Exit': texts.exitFullScreen,
    'Popup.Close': texts.close,
    'Map.Title': texts.openMap,
  })
