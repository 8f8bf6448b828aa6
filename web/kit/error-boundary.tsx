import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from './report-error.ts'

interface ErrorBoundaryProps {
  /** What stands in the place of what could not be drawn. */
  fallback: () => ReactNode
  children?: ReactNode
}

/** Keeps what cannot be loaded or drawn from blanking what is around it, and reports why (S8.12). */
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
  /** The element that a list of such rows has, when it is not a list item. */
  as?: 'li' | 'div'
  /** Draws the row: what throws in here leaves the other rows alone. */
  children: () => ReactNode
}

/** A row of a list with a boundary of its own. */
export const Row = ({ as: Element = 'li', children }: RowProps) => (
  <ErrorBoundary
    fallback={() => <Element role="alert">This entry cannot be shown. The error has been reported.</Element>}
  >
    <Drawn draw={children} />
  </ErrorBoundary>
)

const Drawn = ({ draw }: { draw: () => ReactNode }) => draw()
