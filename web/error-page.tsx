import { useEffect } from 'react'
import { useRouteError } from 'react-router'

/** Shown in place of a page that could not be loaded or drawn. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <div className="message-page">
      <h1>{navigator.onLine ? 'Something went wrong on this page' : 'You are offline'}</h1>
      <p>
        {navigator.onLine
          ? 'Nothing you have written is lost. Reload the page; if it happens again, go back and try another way.'
          : 'This page has not been loaded yet. Reload it when you are connected again.'}
      </p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </div>
  )
}
