/** Addresses that the tests ship to. */
export const NEW_YORK = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  line1: '1 Main Street',
  line4: 'New York',
  state: 'NY',
  postcode: '10001',
  country: 'US',
  phone_number: '+12125550100',
}

export const BERLIN = {
  first_name: 'Grace',
  last_name: 'Hopper',
  line1: 'Unter den Linden 1',
  line4: 'Berlin',
  postcode: '10117',
  country: 'DE',
  phone_number: '+4930555000',
}

let buyers = 0

/** A customer whom no other test knows. */
export const newBuyer = () => ({
  email: `buyer-${process.pid}-${++buyers}@example.com`,
  first_name: 'Ada',
  last_name: 'Lovelace',
})
