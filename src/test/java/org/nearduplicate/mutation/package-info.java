/** Makes wrong input out of right input, the same for the same seed. */
package org.nearduplicate.mutation;
