/** Replaces a page that could not be loaded or rendered. The rest of the site stays usable. */
export const FailedPage = () => (
  <div className="message-page">
    <h1>{navigator.onLine ? 'Something went wrong on this page' : 'You are offline'}</h1>
    <p>
      {navigator.onLine
        ? 'Reload the page. If it happens again, go back and try another way.'
        : 'This page has not been loaded yet. Reload it when you are connected again.'}
    </p>
    <button type="button" className="button" onClick={() => window.location.reload()}>
      Reload
    </button>
  </div>
)
