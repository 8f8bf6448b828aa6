/** The choice that a customer made for an option of an item, such as "Large" for "Size". */
export interface ChosenOption {
  optionId: string
  choiceId: string
}

/** Returns a key that is equal for the same choice of the same option. */
export const toChoiceKey = ({ optionId, choiceId }: ChosenOption): string => `${optionId} ${choiceId}`
