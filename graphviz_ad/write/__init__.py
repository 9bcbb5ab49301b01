"""From a placed picture, a derivation or a tape to the bytes of a file."""
