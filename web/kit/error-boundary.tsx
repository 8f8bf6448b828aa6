import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from './report-error.ts'

interface ErrorBoundaryProps {
  /** Renders the replacement when a child has thrown. */
  fallback: () => ReactNode
  children?: ReactNode
}

/** Replaces children that throw, so that the rest of the page stays visible. Reports the error (S8.12). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    reportError(error, componentStack)
  }

  override render() {
    return this.state.failed ? this.props.fallback() : this.props.children
  }
}

interface RowProps {
  /** The name of the row's element. */
  as?: 'li' | 'div'
  /** Renders the row. An error in it does not affect other rows. */
  children: () => ReactNode
}

/** A row of a list with its own error boundary. */
export const RowErrorBoundary = ({ as: Element = 'li', children }: RowProps) => (
  <ErrorBoundary
    fallback={() => <Element role="alert">This entry cannot be shown. The error has been reported.</Element>}
  >
    <Drawn draw={children} />
  </ErrorBoundary>
)

const Drawn = ({ draw }: { draw: () => ReactNode }) => draw()
