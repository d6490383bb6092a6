"""Actions said word by word, for programs that learn: which words may follow those that are said."""

from __future__ import annotations

from sandtable.kernel.flow import Action


class Spelling:
    """What is left on offer after the words said so far. Each is said by its number in a closed vocabulary; the number
    after the last one completes an action that is the beginning of another."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.number: dict[str, int] = {word: place for place, word in enumerate(words)}
        self.end = len(words)
        self.said: list[int] = []
        self.left: list[Action] = []
        self._mask: bytearray | None = None
        self._numbers: list[int] = []

    def copy(self) -> Spelling:
        """One that goes its own way."""
        twin = Spelling(())
        twin.words, twin.number, twin.end = self.words, self.number, self.end
        twin.said, twin.left = self.said.copy(), self.left
        return twin

    def begin(self, offered: list[Action]) -> None:
        """The next choice: nothing is said of it yet. An action with a word beyond the vocabulary is left out."""
        self.said = []
        self._mask = None
        self.left = offered if self._knows(offered) else [action for action in offered if self._knows([action])]

    def _knows(self, actions: list[Action]) -> bool:
        number = self.number
        for action in actions:
            for word in action:
                if word not in number:
                    return False
        return True

    def mask(self) -> bytearray:
        """A one for each word that continues an action, and for the end where one is complete; zeros elsewhere. It is
        made once, and not to be changed."""
        mask = self._mask
        if mask is None:
            mask = bytearray(self.end + 1)
            found: list[int] = []
            number, place = self.number, len(self.said)
            for action in self.left:
                word = number[action[place]] if len(action) > place else self.end
                if not mask[word]:
                    mask[word] = 1
                    found.append(word)
            self._mask, self._numbers = mask, found
        return mask

    def numbers(self) -> list[int]:
        """The same words by their numbers, in order."""
        self.mask()
        return sorted(self._numbers)

    def say(self, said: int) -> bool:
        """Say one word; False where it is not on the mask, and nothing changes."""
        if not 0 <= said <= self.end or not self.mask()[said]:
            return False
        place = len(self.said)
        if said == self.end:
            self.left = [action for action in self.left if len(action) == place]
        else:
            word = self.words[said]
            self.left = [action for action in self.left if len(action) > place and action[place] == word]
        self.said.append(said)
        self._mask = None
        return True
