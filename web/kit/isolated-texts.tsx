import { Fragment } from 'react'

/**
 * Texts of people on one line, separated by commas. Each text is isolated, because a name that is written from right to
 * left would otherwise reorder what stands beside it, such as a phone number.
 */
export const BidiIsolatedList = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text, place) => (
    <Fragment key={place}>
      {place > 0 && ', '}
      <bdi>{text}</bdi>
    </Fragment>
  ))
