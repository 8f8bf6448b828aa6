/**
 * An error that prevents the start. `message` says what happened and what the owner can do; nothing else is printed.
 */
export class StartError extends Error {}

/** Why a part of the site cannot be used, and what to do, each in a sentence or two. */
export interface Problem {
  text: string
  remedy: string
}

export const formatProblem = ({ text, remedy }: Problem): string => `${text} ${remedy}`
