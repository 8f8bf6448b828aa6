import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from './kit/report-error.ts'

/** Stands in for a page that could not be loaded or drawn, and reports why (S8.12); the rest of the site goes on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    reportError(error, componentStack)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
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
  }
}
