/** In English, because there are no texts. */
export const LoadFailure = () => (
  <p className="first-frame" role="alert" lang="en">
    This page could not be loaded. Check the connection, then reload it.
  </p>
)
