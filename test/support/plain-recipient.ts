/** A recipient of whom nothing is known. */
export const plainRecipient = {
  id: null,
  name: null,
  code: null,
  tradeName: null,
  personType: null,
  taxId: null,
  stateRegistration: null,
  identityCard: null,
  phone: null,
  mobile: null,
  email: null,
  address: null,
} as const;
