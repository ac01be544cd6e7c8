"""The window: it follows ledgers, calls the services of the product, and holds the only copy of nothing.

``shell`` is the window with its rail, addresses and the way back; each room has a package of its own, which declares it and whose facts are
plain data made apart from the views; ``rooms`` finds them; ``kit`` has what they share.  Packages that are not named after their room:

==================== ============================================================================================
``starting``         New run
``run``, ``prompts`` Live
``runs``             Runs; ``results`` has the results of one run
``filings``          Submissions, with its dialogs and tabs; their forms are those of ``kit.forms``
``verification``     what Reports and Evidence show of a verification
``finding``          what the search of ``shell`` finds in each room
==================== ============================================================================================
"""
