/** What is left to do once a transaction has been committed, such as telling open pages; it does not fail. */
export type AfterCommit = () => void
