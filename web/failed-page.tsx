/** Stands in for a page that could not be loaded or drawn; the rest of the site goes on. */
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
